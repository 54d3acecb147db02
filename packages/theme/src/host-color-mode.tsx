import { useColorScheme } from '@mui/material/styles';
import { COLOR_MODE } from '@portal/contract';
import { useEffect } from 'react';

export type ColorMode = 'light' | 'dark' | 'system';

interface HostColorModeProps {
  host: HTMLElement;
  colorMode: ColorMode | undefined;
}

/** Follows the mode that the page around the portal wants, and tells it the scheme that is shown. Renders nothing. */
export const HostColorMode = ({ host, colorMode }: HostColorModeProps) => {
  const { colorScheme, setMode } = useColorScheme();

  useEffect(() => {
    if (colorMode) setMode(colorMode);
  }, [colorMode, setMode]);

  useEffect(() => {
    if (colorScheme) host.setAttribute(COLOR_MODE.attribute, colorScheme);
    return () => host.removeAttribute(COLOR_MODE.attribute);
  }, [host, colorScheme]);

  return null;
};
