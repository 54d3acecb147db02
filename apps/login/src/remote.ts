import { defineRemote } from '@portal/contract';
import { SignInScreen } from './sign-in-screen';

export default defineRemote({ routes: [{ path: '/login', title: 'Sign in', Component: SignInScreen }] });
