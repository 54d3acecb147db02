export { BRAND } from '../remote-alone';
export { renderInPortal, RemoteScreens, queryWrapper, testQueryClient } from './render-in-portal';
export { holdResponse, testServer } from './test-server';
