import { shell } from '@portal/webpack';

export default shell(import.meta.dirname);
