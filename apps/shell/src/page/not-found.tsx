import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { AFTER_SIGN_IN } from '@portal/contract';
import { Button, StateMessage } from '@portal/theme';
import { Link } from 'react-router-dom';
import { useI18n } from '../texts';
import { PageTitle } from './title';

/** Shown for a path without a screen. */
export const NotFound = () => {
  const i18n = useI18n();
  return (
    <>
      <PageTitle route="*" title={i18n.t('Page not found')} />
      <StateMessage
        icon={mdiMapMarkerQuestionOutline}
        component="h1"
        message={i18n.t('Page not found')}
        explanation={i18n.t('There is nothing at this address. It may have been mistyped.')}
        action={
          <Button variant="contained" component={Link} to={AFTER_SIGN_IN}>
            {i18n.t('All Service Orders')}
          </Button>
        }
      />
    </>
  );
};
