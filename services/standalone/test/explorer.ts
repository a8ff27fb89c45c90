import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser';
import { Doors, mateFen, startFen } from './doors';
import { Product, type Form } from './product';

const searchMs = 120_000;

function explore(product: Product, fen: string): string {
  return product.door(`explore?${new URLSearchParams({ variant: 'atomic', fen }).toString()}`);
}

async function headline(page: Page): Promise<{ kind: string | null; cp: string | null; text: string }> {
  const value = page.getByTestId('headline-value');
  return {
    kind: await page.getByTestId('headline').getAttribute('data-kind'),
    cp: await value.getAttribute('data-cp'),
    text: (await value.innerText()).trim(),
  };
}

/** The page follows by itself: nothing here reloads it. */
function untilKind(page: Page, kind: string): Promise<unknown> {
  return page.waitForSelector(`[data-testid="headline"][data-kind="${kind}"]`, { timeout: searchMs });
}

/** What axe finds wrong on the page as it stands, rule by rule with the elements. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  const found = (await new AxeBuilder({ page }).analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The main job of the product, by its pages in Chromium. */
export function describeExplorer(name: string, form: Form): void {
  describe(`the explorer in Chromium, ${name}`, () => {
    let data: string;
    let product: Product;
    let browser: Browser;
    let page: Page;
    const faults: string[] = [];

    beforeAll(async () => {
      data = Product.dataFolder();
      product = await Product.start(form, data);
      browser = await launchBrowser();
      page = await (await browser.newContext()).newPage();
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        const isMissingPosition = message.text().includes('404');
        if (message.type() === 'error' && !isMissingPosition) faults.push(message.text());
      });
    });

    afterAll(async () => {
      await browser?.close();
      expect(await product.stop()).toBe(0);
      Product.remove(data);
    });

    it('leads from the front page to the start position of Atomic', async () => {
      await page.goto(product.address);
      await page.getByTestId('start-atomic').click();
      await page.getByTestId('request-button').waitFor();
      expect(new URL(page.url()).searchParams.get('fen')).toBe(startFen);
      expect(await page.getByTestId('status').innerText()).toBe('UNKNOWN');
    });

    it('asks without an account, and shows the analysis when it lands [API-08] [PAG-07]', async () => {
      await page.getByTestId('request-button').click();
      await page.getByTestId('request-answer').waitFor();
      await untilKind(page, 'point');
      await page.getByTestId('engine-line').nth(4).waitFor();
      const { body } = await new Doors(product).query(startFen);
      expect((await headline(page)).cp).toBe(String(body.score));
      expect(await page.getByTestId('engine-line').count()).toBe(5);
      expect(await page.getByTestId('headline').getByTestId('chip').count()).toBe(0);
    });

    it('plays a move from the table and asks for the child', async () => {
      const { body } = await new Doors(product).query(startFen);
      const best = body.analysis?.lines[0]?.move ?? '';
      await page.locator(`[data-testid="move-row"][data-uci="${best}"] td.san a`).click();
      await page.waitForURL(({ searchParams }) => searchParams.get('moves') === best);
      await page.getByTestId('request-button').click();
      await untilKind(page, 'point');
    });

    it('backs the parent with the child, live, and links the chip to the anchor [PAG-02] [PAG-03] [BAK-18]', async () => {
      await page.goBack();
      await untilKind(page, 'backed');
      const { body } = await new Doors(product).query(startFen);
      expect(await headline(page)).toMatchObject({ kind: 'backed', cp: String(body.score) });
      const chip = page.getByTestId('headline').getByTestId('chip');
      expect(await chip.innerText()).toContain('backed');
      await chip.getByTestId('chip-link').click();
      const anchor = body.anchor?.fen ?? '';
      await page.waitForURL(({ searchParams }) => searchParams.get('fen') === anchor);
      await untilKind(page, 'point');
    });

    it('shows a mate in one as proven, with the gate it closed through [VAL-08]', async () => {
      await page.goto(explore(product, mateFen));
      await page.getByTestId('request-button').click();
      await untilKind(page, 'solved');
      expect(await headline(page)).toMatchObject({
        cp: '29999',
        text: expect.stringMatching(/mate in 1/i) as string,
      });
      expect(await page.getByTestId('status').innerText()).toMatch(/WIN\s*·\s*CHILDREN/);
      expect(await page.getByTestId('request-button').count()).toBe(0);
    });

    it('names the account that delivered on the front page [ATT-02]', async () => {
      await page.goto(product.address);
      await page.getByTestId('boards').getByText('local-worker').first().waitFor();
      expect(await page.getByTestId('fleet-total').first().innerText()).toMatch(/\d/);
    });

    it('can be read by everyone, light and dark: axe finds nothing on the front page and in the explorer', async () => {
      await page.goto(product.address);
      await page.getByTestId('boards').getByText('local-worker').first().waitFor();
      expect(await violations(page, 'light')).toEqual([]);
      expect(await violations(page, 'dark')).toEqual([]);
      await page.goto(explore(product, startFen));
      await page.getByTestId('engine-line').first().waitFor();
      expect(await violations(page, 'light')).toEqual([]);
      expect(await violations(page, 'dark')).toEqual([]);
    });

    it('says on the method page why the adjudicator takes no scores [XSC-02]', async () => {
      await page.getByRole('link', { name: 'Method' }).first().click();
      const said = page.locator('#adjudicator ~ p');
      await said.filter({ hasText: 'It takes no scores.' }).waitFor();
      await said
        .filter({ hasText: 'a game that stays balanced for a long time can still be lost late' })
        .waitFor();
    });

    it('had no fault in any page', () => {
      expect(faults).toEqual([]);
    });
  });
}
