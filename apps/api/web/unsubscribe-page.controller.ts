import { requestOrigin } from '@pps/identity';
import { Unsubscribe } from '@pps/mail';
import { Body, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { Invalid } from '@pps/kernel';
import { FormBody } from '../http/form-body.decorator';
import { Commands } from '../commands/commands';
import { UnsubscribeQuery } from '../email/email.dto';
import { formFields } from './form-fields';
import type { WebPage } from './web-page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { unsubscribePage, notUnsubscribedPage, unsubscribedPage } from './pages/unsubscribe.page';
import { WebPages } from './web-page.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';

@WebPages('/unsubscribe')
export class UnsubscribePageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly commands: Commands,
  ) {}

  @Get()
  async ask(@Query() query: object): Promise<WebPage> {
    const fields = await fieldsOf(query);
    return fields
      ? unsubscribePage({ workspaceId: fields.workspace_id, userId: fields.user_id ?? '', token: fields.token })
      : notUnsubscribedPage();
  }

  /** Of the page's form, or of a mail program by one click (RFC 8058), which has everything in the address and its body is of no interest. */
  @Post()
  @RateLimited('link_uses')
  @FormBody()
  @HttpCode(200)
  async unsubscribe(@Query() query: object, @Body() form: object | undefined): Promise<WebPage> {
    const fields = await fieldsOf({ ...query, ...form });
    if (!fields) return notUnsubscribedPage();
    return replaceRefusalByPage({ invalid_token: notUnsubscribedPage }, async () => {
      const unsubscription = { projectId: fields.workspace_id, token: fields.token, userId: fields.user_id ?? null };
      await this.commands.execute(new Unsubscribe(unsubscription, this.app.clock().toISOString(), requestOrigin()));
      return unsubscribedPage();
    });
  }
}

async function fieldsOf(fields: object): Promise<UnsubscribeQuery | null> {
  try {
    return await formFields(UnsubscribeQuery, fields);
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}
