import Slider from '@mui/material/Slider';
import { Button, ScreenHeading, Stack, Typography } from '@portal/theme';
import { lazy, Suspense, useState } from 'react';
import { createCookie, useLocation } from 'react-router';
import { Choices } from './choices';
import classes from './consumption-screen.module.css';

const Readings = lazy(() => import('./readings').then((chunk) => ({ default: chunk.Readings })));

/** The shell does not share `createCookie`. */
const cookie = createCookie('cookie');

/** What differs between pages: a style, a component of MUI, a chunk of its own. `libraries` has what teams add. */
export const ConsumptionScreen = () => {
  const [areReadingsShown, setReadingsShown] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const { pathname } = useLocation();
  if (isBroken) throw new Error('broken on purpose');
  return (
    <Stack spacing={2} sx={{ maxWidth: 480 }}>
      <ScreenHeading>Consumption</ScreenHeading>
      <Typography className={classes['place']}>
        At {pathname}, with its own {cookie.name}
      </Typography>
      <Choices />
      {/* Not a component of the theme: this remote's own copy of MUI, in the theme's colors. */}
      <Slider aria-label="Temperature" defaultValue={21} min={15} max={25} />
      <Button variant="contained" onClick={() => setReadingsShown(true)}>
        Show readings
      </Button>
      <Button onClick={() => setBroken(true)}>Break</Button>
      {areReadingsShown && (
        <Suspense>
          <Readings />
        </Suspense>
      )}
    </Stack>
  );
};
