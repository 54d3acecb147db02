import { BarController, BarElement, CategoryScale, Chart as Bars, LinearScale } from 'chart.js';
import { useEffect, useRef } from 'react';

Bars.register(BarController, BarElement, CategoryScale, LinearScale);

interface ChartProps {
  readings: readonly { month: string; cubicMeters: number }[];
}

/** Draws the readings. Loaded lazily, with its library. */
export const Chart = ({ readings }: ChartProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const chart = new Bars(canvas.current, {
      type: 'bar',
      data: {
        labels: readings.map(({ month }) => month),
        datasets: [{ data: readings.map(({ cubicMeters }) => cubicMeters), backgroundColor: '#663399' }],
      },
      options: { animation: false },
    });
    return () => chart.destroy();
  }, [readings]);
  return <canvas ref={canvas} role="img" aria-label="Consumption of the last months" />;
};
