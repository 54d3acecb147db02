export { holdResponse, testServer } from '@portal/api/testing';
export { BRAND } from '../remote-alone';
export { renderInPortal, RemoteScreens, queryWrapper } from './render-in-portal';
