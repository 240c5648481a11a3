import { Rejected } from '@pps/kernel';
import type { WebPage } from './web-page';

/** The page that `make` returns, or the page for the code it was refused with; rethrows every other error. */
export async function replaceRefusalByPage(
  refusals: Readonly<Record<string, (refusal: Rejected) => WebPage>>,
  make: () => Promise<WebPage>,
): Promise<WebPage> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Rejected) || !Object.hasOwn(refusals, error.code)) throw error;
    const page = refusals[error.code];
    if (!page) throw error;
    return page(error);
  }
}
