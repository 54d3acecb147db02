import { defineRemote, routesOf } from '@portal/remote';
import { loadLanguage } from '@portal/texts';
import descriptor from '../remote.json';
import { signIn } from './sign-in-screen';

export default defineRemote({ routes: routesOf(descriptor, { '/login': signIn }), loadLanguage });
