export { embed } from './embed';
export { harness } from './harness';
export { remote } from './remote';
export { shell } from './shell';
