import { remote } from '@portal/webpack';
import descriptor from './remote.json' with { type: 'json' };

export default remote(import.meta.dirname, descriptor);
