// A separate file, because one file cannot be shared under two names.
export * from './react-router';
