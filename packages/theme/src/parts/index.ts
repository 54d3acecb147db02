export { loadLanguageParts } from '../language';

/** Each part is a chunk of the shell. Call its function to load a part before it is shown. */
export const loadForms = () => import(/* webpackChunkName: 'forms' */ './forms');
export const loadMenuItem = () => import(/* webpackChunkName: 'menu-item' */ './menu-item');
export const loadOverlays = () => import(/* webpackChunkName: 'overlays' */ './overlays');
export const loadProgress = () => import(/* webpackChunkName: 'progress' */ './progress');
