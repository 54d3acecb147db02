import { portalRemote } from '@portal/remote-build/webpack';

export default portalRemote(import.meta.dirname);
