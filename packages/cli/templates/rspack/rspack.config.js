import { portalRemote } from '@portal/remote-build/rspack';

export default portalRemote();
