import { portalRemote } from '@portal/remote-build/webpack';

export default portalRemote({ directory: import.meta.dirname });
