<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>lamella::ui::HelpWindow</name>
    <message numerus="yes">
        <source>%n sections</source>
        <translation>
            <numerusform>%n section</numerusform>
            <numerusform>%n sections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::KernelTablePanel</name>
    <message numerus="yes">
        <source>%1 kernels</source>
        <comment>distinct names</comment>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
</context>
</TS>
