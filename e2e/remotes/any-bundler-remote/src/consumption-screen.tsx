import '@fontsource/inter/latin-400.css';
import Slider from '@mui/material/Slider';
import { Button, ScreenHeading, Stack, TextField, Typography } from '@portal/theme';
import { lazy, Suspense, useState } from 'react';
import classes from './consumption-screen.module.css';
import meter from './meter.png';
import readings from './readings.json';

const Chart = lazy(() => import('./chart').then((chunk) => ({ default: chunk.Chart })));

/** Uses what screens are made of: an image, a font, a CSS module, JSON, a form of MUI, and a chart in a chunk of its own. */
export const ConsumptionScreen = () => {
  const [reading, setReading] = useState('');
  const [isChartShown, setChartShown] = useState(false);
  return (
    <Stack spacing={2} sx={{ maxWidth: 480 }}>
      <ScreenHeading>Consumption</ScreenHeading>
      <img src={meter} alt="A gas meter" width={64} height={64} />
      <Typography className={classes['figures']}>
        {readings.map(({ month, cubicMeters }) => `${month}: ${cubicMeters} m³`).join(', ')}
      </Typography>
      <TextField
        label="Your reading"
        value={reading}
        onChange={({ target }) => setReading(target.value)}
        helperText={reading && `${reading} m³`}
      />
      <Slider aria-label="Temperature" defaultValue={21} min={15} max={25} />
      <Button variant="contained" onClick={() => setChartShown(true)}>
        Show chart
      </Button>
      {isChartShown && (
        <Suspense>
          <Chart readings={readings} />
        </Suspense>
      )}
    </Stack>
  );
};
