
M/device:TPU:0XLA Opsюд"Х┬'"fusion.1*	flops
	/host:CPU