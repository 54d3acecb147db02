// Shared modules that are not eager need this asynchronous boundary (Module Federation's documentation).
void import('../../../apps/shell/src/main');
