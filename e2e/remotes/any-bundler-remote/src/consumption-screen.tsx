import '@fontsource/inter/latin-400.css';
import Slider from '@mui/material/Slider';
import { Button, ScreenHeading, Stack, TextField, Typography } from '@portal/theme';
import { lazy, Suspense, useState } from 'react';
import { createCookie, useLocation } from 'react-router';
import { Choices } from './choices';
import classes from './consumption-screen.module.css';
import meter from './meter.png';
import readings from './readings.json';

const Chart = lazy(() => import('./chart').then((chunk) => ({ default: chunk.Chart })));

/** The shell does not share `createCookie`. */
const cookie = createCookie('cookie');

/** Uses what screens are made of: an image, a font, a CSS module, JSON, a form of MUI, and a chart in a chunk of its own. */
export const ConsumptionScreen = () => {
  const [reading, setReading] = useState('');
  const [isChartShown, setChartShown] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const { pathname } = useLocation();
  if (isBroken) throw new Error('broken on purpose');
  return (
    <Stack spacing={2} sx={{ maxWidth: 480 }}>
      <ScreenHeading>Consumption</ScreenHeading>
      <img src={meter} alt="A gas meter" width={64} height={64} />
      <Typography className={classes['figures']}>
        {readings.map(({ month, cubicMeters }) => `${month}: ${cubicMeters} m³`).join(', ')}
      </Typography>
      <Typography>
        At {pathname}, with its own {cookie.name}
      </Typography>
      <Choices />
      <TextField
        label="Your reading"
        value={reading}
        onChange={({ target }) => setReading(target.value)}
        helperText={reading && `${reading} m³`}
      />
      {/* Not a component of the theme: this remote's own copy of MUI, in the theme's colors. */}
      <Slider aria-label="Temperature" defaultValue={21} min={15} max={25} />
      <Button variant="contained" onClick={() => setChartShown(true)}>
        Show chart
      </Button>
      <Button onClick={() => setBroken(true)}>Break</Button>
      {isChartShown && (
        <Suspense>
          <Chart readings={readings} />
        </Suspense>
      )}
    </Stack>
  );
};
