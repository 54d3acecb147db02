import { harness } from '@portal/webpack';

export default harness(import.meta.dirname);
