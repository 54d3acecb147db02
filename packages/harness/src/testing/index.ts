export { BRAND } from '../remote-alone';
export { renderInPortal, RemoteScreens, queryWrapper, testQueryClient } from './render-in-portal';
export { holdAnswer, testServer } from './test-server';
