import { RuntimeConfiguration, defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';

let cached: RuntimeConfiguration | undefined;

/** The configuration that the server has written into the page's meta element, else the defaults. */
export function runtimeConfiguration(): RuntimeConfiguration {
  return (cached ??= parse(document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content));
}

/** Drops the cached value, for tests that change the meta element. */
export function resetRuntimeConfiguration(): void {
  cached = undefined;
}

function parse(text = ''): RuntimeConfiguration {
  try {
    return RuntimeConfiguration.parse(JSON.parse(text));
  } catch {
    return defaultRuntimeConfiguration;
  }
}
