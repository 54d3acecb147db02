import { defineRemote } from '@portal/contract';

export default defineRemote({ routes: [] });
