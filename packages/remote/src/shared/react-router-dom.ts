// A file of its own: one file cannot be shared under two names.
export * from './react-router';
