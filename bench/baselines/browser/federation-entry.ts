// The boundary that shared modules need when they are not eager, as the documentation has it.
void import('../../../apps/shell/src/main');
