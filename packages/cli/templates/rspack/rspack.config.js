import { portalRemote } from '@portal/remote/rspack';

export default portalRemote();
