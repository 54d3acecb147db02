export { embed } from './embed';
export { remote } from './remote';
export { shell } from './shell';
