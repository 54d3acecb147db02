import { runAlone } from '@portal/harness';
import descriptor from '../remote.json';
import remote from '../src/remote';
import { handlers } from './mocks';

void runAlone(remote, descriptor, handlers);
