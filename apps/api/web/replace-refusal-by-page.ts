import { Rejected } from '@pps/kernel';
import type { WebPage } from './web-page';

/** What `make` gives, or the page that stands for the code it was refused with; whatever else goes wrong is thrown on. */
export async function replaceRefusalByPage(
  refusals: Readonly<Record<string, () => WebPage>>,
  make: () => Promise<WebPage>,
): Promise<WebPage> {
  try {
    return await make();
  } catch (error) {
    const page = error instanceof Rejected && Object.hasOwn(refusals, error.code) ? refusals[error.code] : undefined;
    if (!page) throw error;
    return page();
  }
}
