import type { Config } from '../../platform/config/config';
import { checkErp, checkErpState } from './check';
import { openErp } from './erp';
import { acumaticaVariables } from './variables';

/** Orders from Acumatica. */
export const acumatica = {
  name: 'acumatica',
  variables: acumaticaVariables,
  orderSource: openErp,
  check: ({ acumatica: settings }: Config) =>
    settings && { title: 'Acumatica', run: () => checkErp(settings) },
  checkRows: checkErpState,
};
