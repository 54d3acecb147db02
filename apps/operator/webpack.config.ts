import { portalRemote } from '@portal/remote/webpack';

export default portalRemote(import.meta.dirname);
