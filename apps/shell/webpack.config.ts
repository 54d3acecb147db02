import { embed, shell } from '@portal/webpack';

export default [shell(import.meta.dirname), embed(import.meta.dirname)];
