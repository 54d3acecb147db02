export { embed } from './embed';
export { shell } from './shell';
