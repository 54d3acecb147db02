import { deferredPart } from './deferred';
import { withOwnTexts } from './own-texts';
import { loadForms, loadMenuItem, loadOverlays, loadProgress } from './parts';
import type * as Forms from './parts/forms';
import type * as Items from './parts/menu-item';
import type * as Overlays from './parts/overlays';
import type * as Progress from './parts/progress';

const menuItem = deferredPart(loadMenuItem);
export const MenuItem: typeof Items.MenuItem = withOwnTexts(menuItem.component('MenuItem'));

/** Menus and selects show their items when they open; these must not suspend then. */
const withMenuItem =
  <Part>(loadPart: () => Promise<Part>) =>
  async (): Promise<Part> =>
    (await Promise.all([loadPart(), menuItem.load()]))[0];

const overlays = deferredPart(withMenuItem(loadOverlays));
export const Dialog: typeof Overlays.Dialog = overlays.component('Dialog');
export const Drawer: typeof Overlays.Drawer = overlays.component('Drawer');
export const Menu: typeof Overlays.Menu = overlays.component('Menu');
export const Snackbar: typeof Overlays.Snackbar = overlays.component('Snackbar');

const forms = deferredPart(withMenuItem(loadForms));
export const Checkbox: typeof Forms.Checkbox = forms.component('Checkbox');
export const Divider: typeof Forms.Divider = forms.component('Divider');
export const FormControl: typeof Forms.FormControl = forms.component('FormControl');
export const FormControlLabel: typeof Forms.FormControlLabel = forms.component('FormControlLabel');
export const FormGroup: typeof Forms.FormGroup = forms.component('FormGroup');
export const TextField: typeof Forms.TextField = forms.component('TextField');
export const ToggleButton: typeof Forms.ToggleButton = withOwnTexts(forms.component('ToggleButton'));
export const ToggleButtonGroup: typeof Forms.ToggleButtonGroup = forms.component('ToggleButtonGroup');

const progress = deferredPart(loadProgress);
export const Step: typeof Progress.Step = progress.component('Step');
export const StepLabel: typeof Progress.StepLabel = Object.assign(progress.component('StepLabel'), {
  muiName: 'StepLabel',
});
export const Stepper: typeof Progress.Stepper = progress.component('Stepper');
