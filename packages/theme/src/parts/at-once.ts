/** For component tests (tools/jest/browser): all parts without a wait, as in a portal that has loaded them. */
export * from './forms';
export * from './menu-item';
export * from './overlays';
export * from './progress';
