import * as theme from '.';

/** The names that remotes take from the shell at run time. Removing one needs a new major version (docs/releasing.md). */
const PROMISED = `
  Alert AppBar Ask BELOW_TOP_BAR Box Button Card CardActions CardContent Checkbox Chip CircularProgress Container
  CssBaseline Dialog Divider Drawer FULL_HEIGHT FormControl FormControlLabel FormGroup FormHelperText FormLabel
  Icon IconButton LinearProgress Link List ListItem ListItemButton ListItemIcon ListItemText Menu MenuItem
  OutcomeAlert Paper PortalThemeProvider QueryView ScreenHeading ScreenStatusProvider Select Skeleton Snackbar Stack StateMessage Step
  StepLabel Stepper SvgIcon TOP_BAR_PX Table TableBody TableCell TableContainer TableHead TableRow TableSortLabel
  TextField ToggleButton ToggleButtonGroup Toolbar Tooltip Typography WINDOW_HEIGHT colorSchemes
  createPortalTheme embeddedSurface loadProgress pageSurface styled useBrand useColorScheme useContainerUp useDirection
  useLocale useSurface useTheme visuallyHidden
`;

it('exports everything that remotes of this major version rely on', () => {
  expect(Object.keys(theme)).toEqual(expect.arrayContaining(PROMISED.trim().split(/\s+/)));
});
