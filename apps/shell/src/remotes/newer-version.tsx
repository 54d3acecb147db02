import { mdiUpdate } from '@mdi/js';
import type { MicroFrontend } from '@portal/contract';
import { Button, StateMessage } from '@portal/theme';
import { PageTitle } from '../page/page-title';
import { reloadFor } from './reload';

/** In place of a screen whose code is gone, because a newer version has taken its place since the page was opened. */
export const NewerVersion = ({ version }: { version: MicroFrontend }) => (
  <>
    <PageTitle silent title={`${version.extras.descriptor.title} is not available`} />
    <StateMessage
      tone="error"
      icon={mdiUpdate}
      component="h1"
      message="A newer version of this page is available"
      explanation="The page was opened some time ago, and this part of it is gone. Please reload it."
      action={
        <Button variant="contained" onClick={() => reloadFor(version)}>
          Reload
        </Button>
      }
    />
  </>
);
