import { Module } from '@nestjs/common';
import { UseCasesModule } from '@pps/use-cases';
import { ProfileBody } from './profile-body';
import { ProfileController } from './profile.controller';

@Module({ imports: [UseCasesModule], controllers: [ProfileController], providers: [ProfileBody] })
export class ProfileModule {}
