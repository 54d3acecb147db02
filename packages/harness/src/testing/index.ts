export { holdResponse, testServer } from '@portal/api/testing';
export { BRAND } from '../remote-alone';
export { renderInPortal, RemoteScreens, queryWrapper, testQueryClient } from './render-in-portal';
