import { BarChart } from '@mui/x-charts/BarChart';
import { DataGrid } from '@mui/x-data-grid';
import { useNonce } from '@portal/remote';

/** A table and a chart: too heavy for the first screen. */
export const Figures = () => (
  <>
    <DataGrid
      aria-label="Readings"
      autoHeight
      columns={[{ field: 'month' }, { field: 'reading' }]}
      hideFooter
      nonce={useNonce()}
      rows={[{ id: 1, month: 'September', reading: 9 }]}
    />
    <BarChart height={120} series={[{ data: [9, 21] }]} xAxis={[{ data: ['September', 'October'] }]} />
  </>
);
