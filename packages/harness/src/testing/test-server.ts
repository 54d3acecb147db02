export { holdResponse, testServer } from '@portal/api/testing';
