import '@fontsource/inter/latin-400.css';
import { useStyleTarget } from '@portal/remote';
import { Button, Stack, TextField } from '@portal/theme';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast, Toaster } from 'sonner';
import 'sonner/dist/styles.css';
import styled, { StyleSheetManager } from 'styled-components';
import { Swiper, SwiperSlide } from 'swiper/react';
import 'swiper/css';
import { ByEmotion } from './by-emotion';
import classes from './libraries.module.css';
import meter from './meter.png';
import './tailwind.css';
import terms from './terms.md?raw';

const Figures = lazy(() => import('./figures').then((chunk) => ({ default: chunk.Figures })));

const Price = styled.p`
  border-inline-start: 4px solid rgb(102, 51, 153);
`;

/** What a screen is made of on a team's first day: libraries, a font, an image, and styles of every kind. */
export const Libraries = () => {
  const [note, setNote] = useState('');
  const { register, handleSubmit } = useForm({ defaultValues: { fault: '' } });
  return (
    <StyleSheetManager {...useStyleTarget()} disableCSSOMInjection>
      <Stack spacing={2} data-edit="none">
        <img src={meter} alt="A gas meter" width={64} height={64} />
        <p className={classes['accent']}>In the color of the brand</p>
        <p className="border-s-4 border-[rgb(0,128,0)]">By Tailwind</p>
        <p>{terms}</p>
        <ByEmotion />
        <Price>By styled-components</Price>
        <TextField label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
        <form onSubmit={(event) => void handleSubmit(({ fault }) => toast(`Sent: ${fault}`))(event)}>
          <TextField label="Fault" {...register('fault')} />
          <Button type="submit">Send</Button>
        </form>
        <Swiper>
          <SwiperSlide>The first slide</SwiperSlide>
          <SwiperSlide>The second slide</SwiperSlide>
        </Swiper>
        <Suspense>
          <Figures />
        </Suspense>
        <Toaster />
      </Stack>
    </StyleSheetManager>
  );
};
