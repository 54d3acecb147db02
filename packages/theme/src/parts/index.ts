export { loadLanguageParts } from '../language';

/** Each part is a chunk of the shell. Whoever knows that a part will be shown soon may load it ahead. */
export const loadForms = () => import(/* webpackChunkName: 'forms' */ './forms');
export const loadOverlays = () => import(/* webpackChunkName: 'overlays' */ './overlays');
export const loadProgress = () => import(/* webpackChunkName: 'progress' */ './progress');
export const loadTooltip = () => import(/* webpackChunkName: 'tooltip' */ './tooltip');
