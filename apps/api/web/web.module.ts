import { Module } from '@nestjs/common';
import { ConnectionsApiModule } from '../connections/connections.module';
import { AuthModule } from '../auth/auth.module';
import { ConnectPageController } from './connect-page.controller';
import { MailedLinkPagesController } from './mailed-link-pages.controller';
import { OtherPagesController } from './other-pages.controller';
import { PasswordPagesController } from './password-pages.controller';
import { SecondFactorPageController } from './second-factor-page.controller';
import { SignInPageController } from './sign-in-page.controller';
import { UnsubscribePageController } from './unsubscribe-page.controller';
import { WebAssetsController } from './web-assets.controller';

/** Pages for browsers under `/app`, where links in mails and redirects lead. */
@Module({
  imports: [AuthModule, ConnectionsApiModule],
  controllers: [
    WebAssetsController,
    MailedLinkPagesController,
    PasswordPagesController,
    UnsubscribePageController,
    SignInPageController,
    SecondFactorPageController,
    ConnectPageController,
    OtherPagesController,
  ],
})
export class WebModule {}
